"""Are the options of a command there, and each given once: told at once, before anything is read?"""

from __future__ import annotations

import click


class AskedOnce(click.Command):
    """A command that names all missing options together, and refuses to choose between two values of one option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments.

        Raises
        ------
        click.UsageError
            An option that takes one value is given twice, or options that it needs are not given.
        """
        _, _, given = self.make_parser(ctx).parse_args(args=list(args))
        if not any(each.is_eager for each in given):
            options = [each for each in self.get_params(ctx) if isinstance(each, click.Option)]
            self._refuse_twice(ctx, args, [each for each in options if not each.multiple and given.count(each) > 1])
            self._refuse_missing(ctx, [each for each in options if each.required and each not in given])
        return super().parse_args(ctx, args)

    @staticmethod
    def _refuse_twice(ctx: click.Context, args: list[str], twice: list[click.Option]) -> None:
        if twice:
            name, *others = [each for each in (*twice[0].opts, *twice[0].secondary_opts) if each in args]
            if twice[0].secondary_opts and others:
                msg = f"Options '{name}' and '{others[0]}' are given at once, and say the opposite. Leave one out."
            else:
                msg = f"Option '{twice[0].opts[0]}' is given more than once, and only one value can be meant."
            raise click.UsageError(msg, ctx)

    @staticmethod
    def _refuse_missing(ctx: click.Context, missing: list[click.Option]) -> None:
        if missing:
            names = ", ".join(f"'{each.opts[0]}'" for each in missing)
            msg = f"Missing option{'' if len(missing) == 1 else 's'} {names}."
            raise click.UsageError(msg, ctx)

"""Do the rules and the calendar hand on values that nobody can change afterwards?"""

import dataclasses
import importlib
import pkgutil
from types import ModuleType

import pytest

import gis.calendar
import gis.rules


def value_objects(package: ModuleType) -> list[type]:
    names = [module.name for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")]
    modules = [importlib.import_module(name) for name in names]
    return [
        each
        for module in modules
        for each in vars(module).values()
        if isinstance(each, type) and each.__module__ == module.__name__ and dataclasses.is_dataclass(each)
    ]


FOUND = value_objects(gis.rules) + value_objects(gis.calendar)


def test_there_are_some() -> None:
    # Deadline and Notice of gis/rules/deadline.py, to begin with.
    assert {"Deadline", "Notice"} <= {each.__name__ for each in FOUND}


@pytest.mark.parametrize("value_object", FOUND, ids=lambda each: each.__qualname__)
def test_a_value_object_is_frozen_and_takes_no_new_attribute(value_object: type) -> None:
    # Habit 4 of the house; a rule's Finding is kept and compared, so what made it must stay as it was.
    assert value_object.__dataclass_params__.frozen  # type: ignore[attr-defined]  # every dataclass has it
    assert "__slots__" in vars(value_object)

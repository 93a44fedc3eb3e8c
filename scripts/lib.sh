# What the scripts share; sourced, not run. It expects `set -euo pipefail` and bash.

say() { printf '==> %s\n' "$*"; }

# fail WHAT [NEXT...]: say what is wrong, then what to do, and stop.
fail() {
    printf 'townline: %s\n' "$1" >&2
    shift
    if (($#)); then printf '  next:  %s\n' "$@" >&2; fi
    exit 1
}

# step NAME COMMAND...: run one step, named, with its time.
step() {
    local name="$1" from=$SECONDS
    shift
    say "$name"
    "$@" || fail "$name: failed after $((SECONDS - from)) s (exit status $?)."
    say "$name: done in $((SECONDS - from)) s"
}

# Print a Python of at least 3.11. A name on the path is only believed once it has run: a pyenv
# shim, for one, is there for versions that are not chosen.
find_python() {
    local name
    for name in python3.11 python3 python3.12 python3.13 python3.14; do
        if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
            command -v "$name"
            return
        fi
    done
    fail "no Python 3.11 or newer is on the path (python3.11 and python3 were tried)." \
        "On Debian 12 or newer: apt-get install python3. Elsewhere: install Python 3.11 and put it on PATH."
}

# as_root COMMAND...: run as root, through sudo where needed; without a terminal sudo may not ask.
as_root() {
    if ((EUID == 0)); then
        "$@"
    elif ! command -v sudo >/dev/null; then
        return 1
    elif [[ -t 0 ]]; then
        sudo "$@"
    else
        sudo -n "$@"
    fi
}

apt_lists_are_new=""

# debian_packages REASON PACKAGE...: install Debian packages; call it only when they are missing.
debian_packages() {
    local reason="$1"
    shift
    local by_hand="As root: apt-get update && apt-get install $*. Then run this again."
    command -v apt-get >/dev/null ||
        fail "$reason, and this machine has no apt-get to install it with." "Install what Debian calls: $*."
    say "Installing $* from Debian's packages ($reason)"
    if [[ -z "$apt_lists_are_new" ]]; then
        as_root apt-get -qq -o DPkg::Lock::Timeout=300 update </dev/null ||
            fail "$reason, and Debian's package lists cannot be read (are you root, or may you use sudo?)." "$by_hand"
        apt_lists_are_new=yes
    fi
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 \
        install -y --no-install-recommends "$@" </dev/null >/dev/null ||
        fail "$reason, and installing $* failed." "$by_hand"
}

# ensure_venv_module PYTHON: Debian keeps what makes virtual environments in a package of its own.
ensure_venv_module() {
    if ! "$1" -c 'import ensurepip, venv' >/dev/null 2>&1; then
        local version
        version="$("$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])')"
        debian_packages "Python's venv module is missing" "python$version-venv"
    fi
}

# digest TEXT-OR-FILES from standard input.
digest() { sha256sum | cut -d' ' -f1; }

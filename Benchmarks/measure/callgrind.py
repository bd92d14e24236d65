"""Reads what callgrind wrote: instructions by function and by library, and who asked for memory how often."""

import re
import subprocess
from collections import Counter

# The C library's allocator: a call to one of these from anywhere else is one allocation.
ALLOCATORS = {"malloc", "calloc", "realloc", "posix_memalign", "aligned_alloc", "memalign"}

# What only passes a wish for memory on; whoever calls these is who wanted it.
PASSING_ON = re.compile(
    r"swift_(slowAlloc|allocObject|allocBox|bufferAllocate)|sqlite3_?(Malloc|malloc|DbMalloc|Realloc|realloc)(?!Size)"
    r"|CRYPTO_(z?alloc|malloc)|operator new|_consumeAndCreateNew|_allocateStringStorage|^\$ss15__StringStorageC6create"
    r"|^\$ss11_SetStorageC|^\$ss18_DictionaryStorageC|StackAllocator.*::alloc|swift_task_alloc|_swift_task_alloc_specific"
    r"|prepareForAppendInPlace|_StringGutsV4grow"
)


class Profile:
    """One dump of callgrind's.

    alone: a function's own instructions. inclusive: with those of what it calls; what calls itself is left out there,
    since its instructions would count once for each level.
    """

    def __init__(self, path):
        self.alone, self.within, self.calls, self.libraries = Counter(), Counter(), Counter(), Counter()
        self.recursive = set()
        names, objects = {}, {}
        function = callee = library = callee_library = None
        follows_calls = False
        with open(path) as file:
            for line in file:
                key, _, value = line.rstrip("\n").partition("=")
                if key == "ob":
                    library = _expanded(value, objects)
                elif key == "fn":
                    function = self._function(_expanded(value, names), library)
                    callee_library = library
                elif key == "cob":
                    callee_library = _expanded(value, objects)
                elif key == "cfn":
                    callee = self._function(_expanded(value, names), callee_library)
                elif key == "calls":
                    self.calls[function, callee] += int(value.split()[0])
                    follows_calls = True
                    callee_library = library
                elif line[:1] in "0123456789+-*":
                    cost = int(line.split()[1])
                    if follows_calls:
                        self.within[function] += cost
                        follows_calls = False
                    else:
                        self.alone[function] += cost
                        self.libraries[library.rsplit("/", 1)[-1]] += cost
        self.total = self.alone.total()
        self.inclusive = self.alone + self.within
        for function in self.recursive:
            del self.inclusive[function]

    def allocations(self):
        """How often memory was taken of the C library."""
        return sum(n for (by, of), n in self.calls.items() if of in ALLOCATORS and by not in ALLOCATORS)

    def objects(self):
        """How many of these were objects of Swift's."""
        return sum(n for (_, of), n in self.calls.items() if of == "swift_allocObject")

    def allocation_sites(self):
        """How often memory was wanted, by the function that wanted it. What a pool still had is counted, too."""
        def passes_on(name):
            return name in ALLOCATORS or PASSING_ON.search(name)

        sites = Counter()
        for (by, of), n in self.calls.items():
            if passes_on(of) and not passes_on(by) and not by.startswith("_int_"):
                # What has no symbols is known by its library alone; a stub of the linker's is in none.
                named, _, address = by.partition(" 0x")
                if named != "???":
                    sites[named if address else by] += n
        return sites

    def _function(self, name, library):
        """Functions of a library without symbols have addresses for names; levels of recursion are one function."""
        if name.startswith("0x"):
            return f"{library.rsplit('/', 1)[-1]} {name.replace('0x0000000000', '0x')}"
        name, _, level = name.partition("'")
        if level:
            self.recursive.add(name)
        return name


def demangled(functions):
    """These functions' names as people write them."""
    command = ["swift", "demangle", "--simplified", "--compact"]
    text = subprocess.run(command, input="\n".join(functions), capture_output=True, text=True, check=True).stdout
    return dict(zip(functions, text.split("\n")))


def _expanded(value, names):
    """Callgrind writes a name in full once, `(7) name`, and `(7)` from then on."""
    number, _, name = value.partition(" ")
    if name:
        names[number] = name
    return names[number]

import Glibc

/// The set of these signals.
package func signalSet(_ numbers: [Int32]) -> sigset_t {
    var set = sigset_t()
    // Sound: the set is this variable, which is initialized.
    unsafe sigemptyset(&set)
    for number in numbers { unsafe sigaddset(&set, number) }
    return set
}

import CLinux
import EventLoop
import Glibc

/// How connections come in.
extension Reactor {
    /// How many connections are accepted before those that are open get their turn.
    private static let acceptsPerTurn = 64
    /// How long to wait, in nanoseconds, where the system has no descriptors or no memory.
    private static let acceptPause = 100_000_000

    /// Accepts the connections of this turn.
    func accept() {
        guard let listener else { return }
        nextAccept = .max
        if spare == nil { spare = Self.makeSpare() }
        for _ in 0..<Self.acceptsPerTurn {
            let descriptor = Self.accept(from: listener)
            if descriptor >= 0 {
                open(descriptor)
                continue
            }
            switch errno {
            case EAGAIN:
                return
            case EMFILE where spare != nil, ENFILE where spare != nil:
                spare = nil
                // Another thread may have been faster; then the next attempts find no spare, and wait.
                let refused = Self.accept(from: listener)
                // The kernel looks for a descriptor before it looks for a connection: there may be none.
                let isEmpty = refused < 0 && errno == EAGAIN
                if refused >= 0 { turnAway(refused, .descriptorLimit) }
                spare = Self.makeSpare()
                if isEmpty { return }
            case EMFILE, ENFILE, ENOBUFS, ENOMEM:
                nextAccept = MonotonicTime.nanoseconds() + Self.acceptPause
                return
            default:
                // The connection was broken before it was accepted (accept(2), "Error handling").
                continue
            }
        }
        nextAccept = 0
    }

    /// - Returns: the descriptor of the next connection, or -1 with `errno`.
    private static func accept(from listener: FileDescriptor) -> Int32 {
        accept4(listener.rawValue, nil, nil, Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue))
    }

    /// Any descriptor will do: this one needs no file.
    static func makeSpare() -> FileDescriptor? {
        let rawValue = eventfd(0, Int32(EFD_CLOEXEC))
        return rawValue >= 0 ? FileDescriptor(rawValue) : nil
    }

    private func open(_ descriptor: Int32) {
        guard service.connections.take() else { return turnAway(descriptor, .connectionLimit) }
        let address = service.addresses == nil ? nil : PeerAddress(of: descriptor)
        if let address, service.addresses?.take(address) == false {
            service.connections.giveBack()
            return turnAway(descriptor, .addressLimit)
        }
        do {
            try loop.watch(descriptor)
        } catch {
            // The kernel has no memory for it: as if it had never been accepted.
            Glibc.close(descriptor)
            giveBackConnection(from: address)
            return
        }
        while connections.count <= Int(descriptor) { connections.append(nil) }
        let connection = Connection(descriptor: descriptor, address: address)
        connections[Int(descriptor)] = connection
        connectionCount += 1
        service.observer?.opened()
        watchTime(of: connection)
    }

    /// Tells a client that there is no room for it, and closes.
    private func turnAway(_ descriptor: Int32, _ refusal: RejectionReason) {
        service.observer?.refused(refusal)
        var output = SendQueue()
        if let memory = outputs.take() { output.adopt(memory) }
        _ = clock.nanoseconds(at: time)
        var response = service.refusal(.overloaded)
        output.append(
            &response,
            ResponseHead(connection: "close", id: RequestID(random.next()), date: clock.date),
            hasBody: true
        )
        var sent = 0
        // It fits: nothing has been sent on the socket before.
        _ = output.write(to: descriptor, total: &sent)
        outputs.give(output.release(to: bodies))
        shutdown(descriptor, Int32(SHUT_WR))
        // A request that is there already, and is not read, would make a reset of the close.
        _ = recv(descriptor, nil, service.limits.drain, Int32(MSG_TRUNC))
        Glibc.close(descriptor)
    }
}

import CLinux
import EventLoop
import Glibc

extension Reactor {
    /// Connections that are accepted before open ones get their turn.
    private static let acceptsPerTurn = 64
    /// Delay when the system has no descriptors or memory.
    private static let acceptDelay = Duration.milliseconds(100)

    func accept() {
        guard let listener else { return }
        nextAccept = .distantFuture
        if reserveDescriptor == nil { reserveDescriptor = Self.makeReserveDescriptor() }
        for _ in 0..<Self.acceptsPerTurn {
            let descriptor = Self.accept(from: listener)
            if descriptor >= 0 {
                open(descriptor)
                continue
            }
            switch errno {
            case EAGAIN:
                return
            case EMFILE where reserveDescriptor != nil, ENFILE where reserveDescriptor != nil:
                reserveDescriptor = nil
                // Another thread may take the descriptor first; then the next attempts find no reserve, and wait.
                let rejected = Self.accept(from: listener)
                // The kernel looks for a descriptor before it looks for a connection: there may be none.
                let isEmpty = rejected < 0 && errno == EAGAIN
                if rejected >= 0 { reject(rejected, .descriptorLimit) }
                reserveDescriptor = Self.makeReserveDescriptor()
                if isEmpty { return }
            case EMFILE, ENFILE, ENOBUFS, ENOMEM:
                nextAccept = .now + Self.acceptDelay
                return
            default:
                // The connection broke before it was accepted (accept(2), "Error handling").
                continue
            }
        }
        nextAccept = time
    }

    /// - Returns: the descriptor of the next connection, or -1 with `errno`.
    private static func accept(from listener: FileDescriptor) -> Int32 {
        accept4(listener.rawValue, nil, nil, Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue))
    }

    /// An eventfd: any descriptor will do, and this one needs no file.
    static func makeReserveDescriptor() -> FileDescriptor? {
        let rawValue = eventfd(0, Int32(EFD_CLOEXEC))
        return rawValue >= 0 ? FileDescriptor(rawValue) : nil
    }

    private func open(_ descriptor: Int32) {
        guard context.connections.acquire() else { return reject(descriptor, .connectionLimit) }
        let address = context.addresses == nil ? nil : PeerAddress(of: descriptor)
        if let address, context.addresses?.acquire(address) == false {
            context.connections.release()
            return reject(descriptor, .addressLimit)
        }
        do {
            try loop.watch(descriptor)
        } catch {
            // The kernel has no memory for it: as if it had never been accepted.
            Glibc.close(descriptor)
            releaseLimits(for: address)
            return
        }
        while connections.count <= Int(descriptor) { connections.append(nil) }
        let connection = Connection(descriptor: descriptor, address: address)
        connections[Int(descriptor)] = connection
        context.observer?.connectionOpened()
        updateTimeout(of: connection)
    }

    private func reject(_ descriptor: Int32, _ reason: RejectionReason) {
        context.observer?.rejected(reason)
        var output = SendQueue()
        var response = context.response(to: .overloaded)
        output.append(
            &response,
            ResponseHead(
                connection: "close",
                id: RequestID(ids.next()),
                date: date.value(of: Timestamp.now().parts.second)
            ),
            hasBody: true
        )
        var sent = 0
        // It fits: nothing has been sent on the socket before.
        _ = output.write(to: descriptor, total: &sent)
        shutdown(descriptor, Int32(SHUT_WR))
        // A request that has arrived and is not read would turn the close into a reset.
        _ = recv(descriptor, nil, context.limits.maxDrainedBytes, Int32(MSG_TRUNC))
        Glibc.close(descriptor)
    }
}

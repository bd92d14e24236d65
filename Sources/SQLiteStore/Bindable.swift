import CSQLite

/// A value that can stand for a `?` in a statement.
protocol Bindable {
    /// Binds the value to the parameter at `index`, which counts from 1.
    func bind(to statement: Statement, at index: Int32) -> ResultCode
}

extension Int64: Bindable {
    func bind(to statement: Statement, at index: Int32) -> ResultCode { statement.bind(integer: self, at: index) }
}

extension Int: Bindable {
    func bind(to statement: Statement, at index: Int32) -> ResultCode {
        statement.bind(integer: Int64(self), at: index)
    }
}

extension String: Bindable {
    func bind(to statement: Statement, at index: Int32) -> ResultCode { statement.bind(text: self, at: index) }
}

extension [UInt8]: Bindable {
    func bind(to statement: Statement, at index: Int32) -> ResultCode { statement.bind(blob: self, at: index) }
}

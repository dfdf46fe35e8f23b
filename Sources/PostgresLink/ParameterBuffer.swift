/// Lays the parameters of a statement out as the C arrays that libpq takes, in memory that is used again for the next statement.
///
/// Text must end in a zero for libpq, and an array of bytes does not, so each value is copied once: nested closures over the
/// values' own memory would save the copy, at a stack frame a parameter, and there may be 65,535 of them.
struct ParameterBuffer {
    private var bytes: [CChar] = []
    private var offsets: [Int] = []
    private var lengths: [CInt] = []
    private var formats: [CInt] = []
    private var values: [UnsafePointer<CChar>?] = []

    /// The pointers are valid only inside `body`.
    mutating func with<R>(
        _ sql: SQL,
        _ body: (CInt, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<CInt>?, UnsafePointer<CInt>?) -> R
    ) -> R {
        if sql.parameterCount == 0 { return body(0, nil, nil, nil) }
        defer { clear() }
        for parameter in sql.parameters { append(parameter) }
        return bytes.withUnsafeBufferPointer { bytes in
            for offset in offsets { values.append(offset < 0 ? nil : bytes.baseAddress.map { $0 + offset }) }
            return body(CInt(offsets.count), values, lengths, formats)
        }
    }

    private mutating func append(_ parameter: SQL.Parameter) {
        let start = bytes.count
        switch parameter {
        case .null: break
        case .text(let text): append(text.utf8)
        case .utf8(let text): append(text)
        case .binary(let data): append(data)
        }
        let isNull = if case .null = parameter { true } else { false }
        let isBinary = if case .binary = parameter { true } else { false }
        offsets.append(isNull ? -1 : start)
        lengths.append(isNull ? 0 : CInt(bytes.count - start - 1))
        formats.append(isBinary ? 1 : 0)
    }

    private mutating func append(_ value: some Collection<UInt8>) {
        // CChar has the same layout; whole runs are copied at once.
        let isCopied: Void? = value.withContiguousStorageIfAvailable { run in
            run.withMemoryRebound(to: CChar.self) { bytes.append(contentsOf: $0) }
        }
        if isCopied == nil { bytes.append(contentsOf: value.lazy.map { CChar(bitPattern: $0) }) }
        bytes.append(0)
    }

    private mutating func clear() {
        bytes.removeAll(keepingCapacity: bytes.capacity <= Limits.parameterBufferBytes)
        offsets.removeAll(keepingCapacity: true)
        lengths.removeAll(keepingCapacity: true)
        formats.removeAll(keepingCapacity: true)
        values.removeAll(keepingCapacity: true)
    }
}

import Foundation

/// How a function is called.
public enum CallMethod {
    /// By POST: every function.
    public enum Post {}
    /// By GET: functions that change nothing.
    public enum Get {}
}

/// A call of a function, ready to be sent.
public struct TypedCall<Function: SupabaseFunction, Method>: Sendable {
    let manager: SupabaseDBManager
    let call: DatabaseCall
    let failure: SupabaseDBError?

    /// Sends the call and returns what the function returns.
    public func value() async throws -> Function.Value {
        let answer = try await manager.answer(to: build())
        // A function without a result answers with nothing at all.
        if let nothing = SupabaseNothing() as? Function.Value { return nothing }
        return try manager.reading { try DatabaseDecoder.decoder().decode(Function.Value.self, from: answer.data) }
    }

    /// Sends the call.
    public func request() async throws {
        _ = try await manager.answer(to: build())
    }

    /// Asks the server to undo what the function did. Servers allow it in development only.
    public func rollingBack() -> Self {
        var call = call
        call.preferences.append("tx=rollback")
        return Self(manager: manager, call: call, failure: failure)
    }

    /// The request without sending it.
    public func build() throws -> SupabaseDBRequest {
        if let failure { throw failure }
        return try call.request(to: manager.config)
    }
}

extension SupabaseDBManager {
    /// Calls a function.
    public func call<Function: SupabaseFunction>(_ function: Function) -> TypedCall<Function, CallMethod.Post> {
        let (call, failure) = post(function)
        return TypedCall(manager: self, call: call, failure: failure)
    }

    /// Calls a function that changes nothing by GET.
    public func get<Function: SupabaseReadingFunction>(_ function: Function) -> TypedCall<Function, CallMethod.Get> {
        TypedCall(manager: self, call: getCall(function), failure: nil)
    }

    /// The rows that a function returns: conditions, order and limit may follow.
    public func rows<Function: SupabaseRowFunction>(of function: Function) -> TypedFetch<Function.Row, Function.Row, FetchStage.Open> {
        var (call, failure) = post(function)
        // Refused when the request is built.
        if let failure { call.parameters = [PlacedParameter(.select([.refused(failure.description)]))] }
        return TypedFetch(manager: self, call: call, items: [], reader: ResultReader(of: Function.Row.self))
    }

    /// The rows that a function returns, asked for by GET.
    public func getRows<Function: SupabaseRowFunction & SupabaseReadingFunction>(
        of function: Function
    ) -> TypedFetch<Function.Row, Function.Row, FetchStage.Open> {
        TypedFetch(manager: self, call: getCall(function), items: [], reader: ResultReader(of: Function.Row.self))
    }

    private func post<Function: SupabaseFunction>(_ function: Function) -> (DatabaseCall, SupabaseDBError?) {
        var call = DatabaseCall(task: .rpc, method: .post, name: Function.functionName, schema: schema ?? Function.schemaName)
        do throws(SupabaseDBError) {
            call.body = try Result(encoding: { try DatabaseBody.encode(function) }).get()
            return (call, nil)
        } catch {
            return (call, error)
        }
    }

    private func getCall<Function: SupabaseReadingFunction>(_ function: Function) -> DatabaseCall {
        DatabaseCall(
            task: .rpc, method: .get, name: Function.functionName, schema: schema ?? Function.schemaName,
            arguments: function.queryArguments.compactMap(\.pair))
    }

    /// Calls a function that may change something.
    @available(*, unavailable, message: "this function may change something, so it is not called by GET: say db.call(…)")
    public func get<Function: SupabaseFunction>(_ function: Function) -> TypedCall<Function, CallMethod.Get> {
        TypedCall(manager: self, call: DatabaseCall(task: .rpc, method: .get, name: ""), failure: nil)
    }
}

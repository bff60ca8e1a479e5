/**
 * An `McpServer` of the MCP SDK, version 1 (`@modelcontextprotocol/sdk`) or 2 (`@modelcontextprotocol/server`). Only its shape
 * counts, so that authors install the one they use.
 */
export interface ToolServer {
  registerTool(name: string, config: never, handler: never): unknown;
}

/** A Standard Schema, such as one of Zod, ArkType or Valibot. */
export interface ToolSchema<Output = unknown> {
  readonly '~standard': {
    readonly vendor: string;
    readonly types?: { readonly output: Output } | undefined;
  };
}

/** A schema for all arguments or, in version 1 of the SDK, one per argument. */
export type ToolInput = ToolSchema | { readonly [argument: string]: ToolSchema };

/** What the server's own `registerTool` returns. */
export type Registered<Server extends ToolServer> = ReturnType<Server['registerTool']>;

/** A handler with arguments typed by the schema, context and result by the SDK. */
export type ToolHandler<Server extends ToolServer, Input extends ToolInput | undefined> = Input extends ToolInput
  ? (args: ArgumentsOf<Input>, context: ContextOf<HandlersOf<Server>>) => ResultOf<HandlersOf<Server>>
  : (context: ContextOf<HandlersOf<Server>>) => ResultOf<HandlersOf<Server>>;

type ArgumentsOf<Input> = Input extends ToolSchema
  ? OutputOf<Input>
  : { readonly [argument in keyof Input]: OutputOf<Input[argument]> };

type OutputOf<Schema> = Schema extends ToolSchema ? NonNullable<Schema['~standard']['types']>['output'] : never;

/** Both SDKs expose the handler of a registered tool. */
type HandlersOf<Server extends ToolServer> = Registered<Server> extends { handler: infer Handlers } ? Handlers : never;
type ContextOf<Handler> = Handler extends (context: infer Context) => unknown ? Context : never;
type ResultOf<Handler> = Handler extends (...args: never) => infer Result ? Result : never;

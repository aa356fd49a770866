type Attributes = Record<string, string | number | boolean>;

export interface Tracer {
  /**
   * Runs `run` in a span. The parent is `traceparent` (W3C Trace Context) or, without it, the span that this code runs in; null starts
   * a new trace.
   * @throws whatever `run` throws, recorded in the span.
   */
  span<Result>(
    name: string,
    attributes: Attributes,
    run: () => Promise<Result>,
    traceparent?: string | null,
  ): Promise<Result>;
  /** The current span for another process; undefined if the trace isn't sampled. */
  traceparent(): string | undefined;
}

const off: Tracer = {
  span: (_name, _attributes, run) => run(),
  traceparent: () => undefined,
};

let tracer = off;

/** Without a tracer, spans cost a function call and no package of OpenTelemetry is loaded. @returns a function that switches tracing off. */
export function setTracer(next: Tracer): () => void {
  tracer = next;
  return () => (tracer = off);
}

export const span: Tracer["span"] = (...call) => tracer.span(...call);
export const currentTraceparent = (): string | undefined => tracer.traceparent();

import { context, propagation, ROOT_CONTEXT, SpanStatusCode, trace, TraceFlags } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { BatchSpanProcessor, NodeTracerProvider, type SpanProcessor } from "@opentelemetry/sdk-trace-node";
import { setTracer, type Tracer } from "./tracing";

/**
 * Starts tracing. Address, headers, sampling and the service's name are configured by the standard variables of OpenTelemetry
 * (`OTEL_EXPORTER_OTLP_ENDPOINT`, `OTEL_TRACES_SAMPLER`, …), which the packages read themselves.
 * @returns a function that sends the remaining spans and stops tracing.
 */
export function startTracing(
  processor: SpanProcessor = new BatchSpanProcessor(new OTLPTraceExporter()),
): () => Promise<void> {
  const provider = new NodeTracerProvider({ spanProcessors: [processor] });
  provider.register();
  const spans = provider.getTracer("workplace-portal");
  const tracer: Tracer = {
    span(name, attributes, run, traceparent) {
      const outer = traceparent === undefined ? context.active() : ROOT_CONTEXT;
      const parent = traceparent ? propagation.extract(outer, { traceparent }) : outer;
      return spans.startActiveSpan(name, { attributes }, parent, async (span) => {
        try {
          return await run();
        } catch (error) {
          span.recordException(error as Error);
          span.setStatus({ code: SpanStatusCode.ERROR });
          throw error;
        } finally {
          span.end();
        }
      });
    },
    traceparent() {
      const carrier: { traceparent?: string } = {};
      const flags = trace.getSpanContext(context.active())?.traceFlags ?? TraceFlags.NONE;
      if (flags & TraceFlags.SAMPLED) propagation.inject(context.active(), carrier);
      return carrier.traceparent;
    },
  };
  const stop = setTracer(tracer);
  return async () => {
    stop();
    await provider.shutdown();
    trace.disable();
    context.disable();
    propagation.disable();
  };
}

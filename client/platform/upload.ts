import { type Endpoint, type ParamsOf, endpointPathOf, type ReplyOf } from "../../shared/kernel/endpoint";
import { currentCallContext, requestHeaders, parseReply } from "./api";
import { OfflineError } from "./problem-error";

interface UploadInput<E> {
  params?: ParamsOf<E>;
  body: FormData;
  /** Must stay the same over all attempts of one upload, so that it isn't processed twice. */
  idempotencyKey: string;
  signal: AbortSignal;
  /** Fraction sent, from 0 to 1. */
  onProgress(fraction: number): void;
}

/**
 * Uploads a file with progress, which `fetch` doesn't support.
 * @throws ProblemError if the server rejects the file
 * @throws OfflineError if the server can't be reached
 * @throws AbortError if `signal` is aborted
 */
export async function upload<E extends Endpoint>(endpoint: E, input: UploadInput<E>): Promise<ReplyOf<E>> {
  const context = currentCallContext();
  const headers = requestHeaders(endpoint, context.token, input.idempotencyKey);
  const request = await new Promise<XMLHttpRequest>((resolve, reject) => {
    const { params, body, signal, onProgress } = input;
    const xhr = new XMLHttpRequest();
    xhr.open(endpoint.method, endpointPathOf(endpoint, params));
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    };
    xhr.onload = () => resolve(xhr);
    xhr.onerror = () => reject(new OfflineError());
    xhr.onabort = () => reject(new DOMException("Canceled", "AbortError"));
    if (signal.aborted) return reject(new DOMException("Canceled", "AbortError"));
    signal.addEventListener("abort", () => xhr.abort(), { once: true });
    xhr.send(body);
  });
  const { status, responseText } = request;
  const received = {
    ok: status >= 200 && status < 300,
    status,
    headers: { get: (name: string) => request.getResponseHeader(name) },
    text: () => Promise.resolve(responseText),
  };
  return parseReply<E>(received, context);
}

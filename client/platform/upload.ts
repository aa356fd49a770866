import { type Endpoint, type ParamsOf, pathOf, type ReplyOf } from "../../shared/kernel/endpoint";
import { askNow, headersOf, settle } from "./api";
import { OfflineError } from "./problem-error";

interface UploadInput<E> {
  params?: ParamsOf<E>;
  body: FormData;
  /** The same over all attempts of one upload: what arrived after all isn't done twice. */
  idempotencyKey: string;
  signal: AbortSignal;
  /** From 0 to 1, of what has left this device. */
  onProgress(fraction: number): void;
}

/**
 * The one way to send a file: a call like any other, which says how far it is. `fetch` can't.
 * @throws ProblemError refused, OfflineError not reached, AbortError by the signal.
 */
export async function upload<E extends Endpoint>(endpoint: E, input: UploadInput<E>): Promise<ReplyOf<E>> {
  const asked = askNow();
  const headers = headersOf(endpoint, asked.token, input.idempotencyKey);
  const request = await new Promise<XMLHttpRequest>((resolve, reject) => {
    const { params, body, signal, onProgress } = input;
    const xhr = new XMLHttpRequest();
    xhr.open(endpoint.method, pathOf(endpoint, params));
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
  return settle<E>(received, asked);
}

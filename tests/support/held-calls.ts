export interface HeldCall {
  method: string;
  path: string;
  body: unknown;
  answer(body: unknown, status?: number): void;
}

export function holdCalls(): HeldCall[] {
  const calls: HeldCall[] = [];
  globalThis.fetch = ((path: string, init: { method?: string; body?: string }) =>
    new Promise((resolve) => {
      const answer = (body: unknown, status = 200) => {
        const text = () => Promise.resolve(JSON.stringify(body));
        resolve({ ok: status < 400, status, headers: { get: () => null }, text } as never);
      };
      calls.push({ method: init.method ?? "", path, body: init.body ? JSON.parse(init.body) : null, answer });
    })) as typeof fetch;
  return calls;
}

import { useEffect, useState } from "react";

type Handlers = Record<string, (...values: never[]) => unknown>;

class LatestHandlers<H extends Handlers> {
  readonly stable: H;

  constructor(private handlers: H) {
    const names = Object.keys(handlers);
    const calls = names.map((name) => [name, (...values: never[]) => this.handlers[name]?.(...values)]);
    this.stable = Object.fromEntries(calls) as H;
  }

  follow(handlers: H): void {
    this.handlers = handlers;
  }
}

/** Functions with a stable identity that call the latest handlers, so that memoized children don't re-render. */
export function useStableHandlers<H extends Handlers>(handlers: H): H {
  const [newest] = useState(() => new LatestHandlers(handlers));
  useEffect(() => newest.follow(handlers));
  return newest.stable;
}

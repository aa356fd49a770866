import { useEffect, useState } from "react";

type Handlers = Record<string, (...values: never[]) => unknown>;

/** Functions that stay the same and do what the newest ones do. */
class Newest<H extends Handlers> {
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

/** The same functions over all renders, which do what the newest ones do: what is drawn by them isn't drawn again. */
export function useStable<H extends Handlers>(handlers: H): H {
  const [newest] = useState(() => new Newest(handlers));
  useEffect(() => newest.follow(handlers));
  return newest.stable;
}

/** Calls immediately, then at most once per `ms` milliseconds with the latest argument; the last call is always delivered. */
export function throttled<T>(ms: number, run: (argument: T) => void) {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let latest: { argument: T } | null = null;
  const rest = () => {
    timer = setTimeout(() => {
      timer = null;
      if (!latest) return;
      run(latest.argument);
      latest = null;
      rest();
    }, ms);
  };
  return {
    call(argument: T) {
      if (timer) latest = { argument };
      else {
        run(argument);
        rest();
      }
    },
    stop() {
      if (timer) clearTimeout(timer);
      timer = null;
      latest = null;
    },
  };
}

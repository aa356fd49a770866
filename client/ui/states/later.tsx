import { type ComponentType, useEffect, useState } from "react";

interface LaterOptions<P> {
  /** While it is on its way. */
  waiting?: ComponentType<P>;
  /** It couldn't be loaded: no network, most likely. */
  failed: ComponentType<P & { onRetry: () => void }>;
}

/**
 * A component that is loaded when it is needed, like `lazy`; but a failure is its own affair and may be tried again,
 * where `lazy` would take the whole screen down. `preload` fetches it ahead of time.
 */
export function later<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { waiting: Waiting, failed: Failed }: LaterOptions<P>,
) {
  let loaded: ComponentType<P> | null = null;
  const fetch = async () => (loaded ??= await load());

  function Later(props: P) {
    const [Component, setComponent] = useState<ComponentType<P> | null>(() => loaded);
    const [attempt, setAttempt] = useState(0);
    const [failedAt, setFailedAt] = useState(-1);
    useEffect(() => {
      if (Component) return;
      let wanted = true;
      fetch().then(
        (found) => wanted && setComponent(() => found),
        () => wanted && setFailedAt(attempt),
      );
      return () => {
        wanted = false;
      };
    }, [Component, attempt]);
    if (Component) return <Component {...props} />;
    if (failedAt === attempt) return <Failed {...props} onRetry={() => setAttempt(attempt + 1)} />;
    return Waiting ? <Waiting {...props} /> : null;
  }
  return Object.assign(Later, { preload: () => void fetch().catch(() => undefined) });
}

/** Runs when the page has nothing better to do. */
export function whenIdle(run: () => void): () => void {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(run, 1_500);
    return () => clearTimeout(timer);
  }
  const id = window.requestIdleCallback(run, { timeout: 5_000 });
  return () => window.cancelIdleCallback(id);
}

import { type ComponentType, useEffect, useState } from "react";

interface LazyOptions<P> {
  waiting?: ComponentType<P>;
  /** Shown after a failed load, usually because of the network. */
  failed: ComponentType<P & { onRetry: () => void }>;
}

/**
 * Like `lazy`, but a failed load is handled locally and can be retried instead of failing the whole screen. `preload` loads it in advance.
 */
export function lazyWithRetry<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { waiting: Waiting, failed: Failed }: LazyOptions<P>,
) {
  let loaded: ComponentType<P> | null = null;
  const fetch = async () => (loaded ??= await load());

  function Later(props: P) {
    const [Component, setComponent] = useState<ComponentType<P> | null>(() => loaded);
    const [attempt, setAttempt] = useState(0);
    const [failedAt, setFailedAt] = useState(-1);
    useEffect(() => {
      if (Component) return;
      let isMounted = true;
      fetch().then(
        (found) => isMounted && setComponent(() => found),
        () => isMounted && setFailedAt(attempt),
      );
      return () => {
        isMounted = false;
      };
    }, [Component, attempt]);
    if (Component) return <Component {...props} />;
    if (failedAt === attempt) return <Failed {...props} onRetry={() => setAttempt(attempt + 1)} />;
    return Waiting ? <Waiting {...props} /> : null;
  }
  return Object.assign(Later, { preload: () => void fetch().catch(() => undefined) });
}

export function whenIdle(run: () => void): () => void {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(run, 1_500);
    return () => clearTimeout(timer);
  }
  const id = window.requestIdleCallback(run, { timeout: 5_000 });
  return () => window.cancelIdleCallback(id);
}

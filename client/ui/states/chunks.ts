import { type ComponentType, createElement, lazy, type ReactNode, useEffect, useState } from "react";

/** Time in ms after which loading a chunk fails (specification section 9). */
const chunkTimeoutMs = 120_000;

export class ChunkError extends Error {
  constructor(cause: unknown) {
    super("chunk", { cause });
    this.name = "ChunkError";
  }
}

/** Loads one component of a module on demand, for a route's `lazy`. */
export function lazyScreen<Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name) {
  return async () => ({ Component: (await withTimeout(load()))[name] as ComponentType });
}

/** Like `lazyScreen`, for a load function that returns the component itself. */
export const lazyComponent = (load: () => Promise<ComponentType>) => async () => ({
  Component: await withTimeout(load()),
});

/** A lazily loaded part of a screen; a failed load is reported as for a screen. */
export const lazyScreenPart = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await withTimeout(load()) }));

export interface OptionalPart<Props> {
  (props: Props): ReactNode;
  /** Loads the part in advance, because the connection may drop later. */
  preload(): void;
}

/**
 * A part without which its screen is still useful, such as an item that a feature adds to a menu. If it can't be loaded, it renders nothing,
 * and is loaded again when it is rendered the next time.
 */
export function lazyOptionalPart<Props extends object>(load: () => Promise<ComponentType<Props>>): OptionalPart<Props> {
  function Missing() {
    useEffect(
      () => () => {
        latest = create();
      },
      [],
    );
    return null;
  }
  const create = () =>
    lazy<ComponentType<Props>>(async () => ({ default: await withTimeout(load()).catch(() => Missing) }));
  let latest = create();
  function Part(props: Props) {
    const [Loaded] = useState(() => latest);
    return createElement(Loaded as ComponentType<Props>, props);
  }
  return Object.assign(Part, { preload: () => void load().catch(() => undefined) });
}

async function withTimeout<Module>(module: Promise<Module>): Promise<Module> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("timeout")), chunkTimeoutMs);
  });
  try {
    return await Promise.race([module, late]);
  } catch (error) {
    throw new ChunkError(error);
  } finally {
    clearTimeout(timer);
  }
}

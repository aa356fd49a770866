import { type ComponentType, lazy } from "react";

/** Specification section 9. */
const chunkTimeoutMs = 120_000;

/** A part of the program that didn't arrive. */
export class ChunkError extends Error {
  constructor(cause: unknown) {
    super("chunk", { cause });
    this.name = "ChunkError";
  }
}

/** A route's `lazy`: one component out of a module that is loaded when it is needed. */
export function lazyScreen<Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name) {
  return async () => ({ Component: (await inTime(load()))[name] as ComponentType });
}

/** The same for a component that its feature picks. */
export const lazyComponent = (load: () => Promise<ComponentType>) => async () => ({ Component: await inTime(load()) });

/** A part of a screen, loaded when it is first drawn; what doesn't arrive is said as it is of a whole screen. */
export const lazyPart = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await inTime(load()) }));

async function inTime<Module>(module: Promise<Module>): Promise<Module> {
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

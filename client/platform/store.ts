import { useSyncExternalStore } from "react";

/** Calls its listeners with each value, from the time they subscribe. */
export class Emitter<T> {
  private listeners: readonly ((value: T) => unknown)[] = [];

  emit(value: T): void {
    for (const listener of this.listeners) listener(value);
  }

  /** @returns a function that unsubscribes */
  subscribe(listener: (value: T) => unknown): () => void {
    const own = (value: T) => listener(value);
    this.listeners = [...this.listeners, own];
    return () => {
      this.listeners = this.listeners.filter((one) => one !== own);
    };
  }
}

/** A value outside of React that several screens show. Listeners aren't called with the value at the time they subscribe. */
export class Store<T> {
  private readonly changed = new Emitter<T>();

  constructor(private current: T) {}

  get value(): T {
    return this.current;
  }

  set(value: T): void {
    if (Object.is(value, this.current)) return;
    this.current = value;
    this.changed.emit(value);
  }

  readonly subscribe = (listener: (value: T) => unknown): (() => void) => this.changed.subscribe(listener);
}

type ReadableStore<T> = Pick<Store<T>, "value" | "subscribe">;

export function useStore<T>(store: ReadableStore<T>): T {
  return useSyncExternalStore(store.subscribe, () => store.value);
}

/** Re-renders only when the selected part changes. */
export function useStorePart<T, Part>(store: ReadableStore<T>, select: (value: T) => Part): Part {
  return useSyncExternalStore(store.subscribe, () => select(store.value));
}

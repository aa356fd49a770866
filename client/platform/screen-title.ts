import { Store } from "./store";
import { useEffect } from "react";

export const recordTitle$ = new Store<string | null>(null);

export function useScreenTitle(title: string | null | undefined): void {
  useEffect(() => {
    recordTitle$.set(title ?? null);
    return () => recordTitle$.set(null);
  }, [title]);
}

import { lazy, Suspense } from "react";
import { useStore } from "../../platform/store";
import { announcedText$, isToasterNeeded$ } from "./toast";

const ToastRegion = lazy(async () => ({ default: (await import("./ToastRegion")).ToastRegion }));

export function Toaster() {
  const isNeeded = useStore(isToasterNeeded$);
  const announced = useStore(announcedText$);
  return (
    <>
      <output className="sr-only" aria-live="polite">
        {announced}
      </output>
      {isNeeded && (
        <Suspense>
          <ToastRegion />
        </Suspense>
      )}
    </>
  );
}

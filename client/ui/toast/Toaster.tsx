import { lazy, Suspense } from "react";
import { useValue } from "../../platform/value";
import { announced$, toastsWanted$ } from "./toast";

const ToastPlace = lazy(async () => ({ default: (await import("./ToastPlace")).ToastPlace }));

/** Where toasts appear, and where they are read out. */
export function Toaster() {
  const wanted = useValue(toastsWanted$);
  const announced = useValue(announced$);
  return (
    <>
      <output className="sr-only" aria-live="polite">
        {announced}
      </output>
      {wanted && (
        <Suspense>
          <ToastPlace />
        </Suspense>
      )}
    </>
  );
}

import { createContext, useContext, useEffect } from "react";
import { BehaviorSubject } from "rxjs";

/** The tasks from top to bottom, worked out when somebody asks. */
type ShownOrder = () => readonly number[];

/** What a view shows in another order than the board's; null is the board's own. */
export const ShownOrderContext = createContext(new BehaviorSubject<ShownOrder | null>(null));

/** Previous and next in the panel follow this view while it is on the screen. `order` changes when the view does. */
export function useShownOrder(order: ShownOrder): void {
  const shown = useContext(ShownOrderContext);
  useEffect(() => {
    shown.next(order);
    return () => shown.next(null);
  }, [shown, order]);
}

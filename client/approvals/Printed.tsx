import { createContext, type ReactNode, useContext } from "react";

const PrintedContext = createContext(false);

/** On paper nothing can be pressed, and what is folded is open. */
export function Printed({ children }: { children: ReactNode }) {
  return <PrintedContext value={true}>{children}</PrintedContext>;
}

export const usePrinted = (): boolean => useContext(PrintedContext);

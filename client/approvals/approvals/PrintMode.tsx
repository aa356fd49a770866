import { createContext, type ReactNode, useContext } from "react";

const PrintModeContext = createContext(false);

/** In print, controls are hidden and collapsed parts expanded. */
export function PrintMode({ children }: { children: ReactNode }) {
  return <PrintModeContext value={true}>{children}</PrintModeContext>;
}

export const useIsPrinting = (): boolean => useContext(PrintModeContext);

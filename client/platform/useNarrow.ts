import { useMediaQuery } from "@mantine/hooks";

/** Whether the screen is as narrow as a phone's: what stands side by side elsewhere goes into a list or a menu. */
export const useNarrow = (): boolean =>
  useMediaQuery("(max-width: 47.99em)", undefined, { getInitialValueInEffect: false });

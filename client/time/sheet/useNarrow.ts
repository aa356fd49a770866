import { useMediaQuery } from "@mantine/hooks";

/** Where seven columns don't fit, one day is shown as a list. */
export const useNarrow = (): boolean =>
  useMediaQuery("(max-width: 47.99em)", undefined, { getInitialValueInEffect: false });

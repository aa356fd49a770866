import { useMediaQuery } from "@mantine/hooks";

const useBelow = (width: string): boolean =>
  useMediaQuery(`(max-width: ${width})`, undefined, { getInitialValueInEffect: false });

/** True on phone-sized screens, where columns become lists or menus. */
export const useIsPhoneWidth = (): boolean => useBelow("47.99em");

/** True below 1280 px, phones included: the side menu is a rail and tools show only icons. */
export const useIsCompactWidth = (): boolean => useBelow("79.99em");

import { useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { rememberOnAccount } from "../../platform/settings";

/** Light or dark, remembered here and on the account. */
export function useTheme() {
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme("light", { getInitialValueInEffect: false }) === "dark";
  return {
    dark,
    toggle: () => {
      const theme = dark ? "light" : "dark";
      setColorScheme(theme);
      rememberOnAccount({ theme });
    },
  };
}

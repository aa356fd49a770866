import { useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { rememberOnAccount } from "../../platform/settings";

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

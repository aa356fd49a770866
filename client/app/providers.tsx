import { MantineProvider, MantineThemeProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { IntlRoot } from "../platform/intl/IntlRoot";
import { queryClient } from "../platform/query";
import { FailureToasts } from "../ui/toast/FailureToasts";
import { Toaster } from "../ui/toast/Toaster";
import { clearButton } from "../ui/fields/clear-button";
import { useText } from "../platform/intl/useText";
import { useValue } from "../platform/value";
import { defaultTheme$, storedColorScheme } from "./theme/color-scheme";
import { theme } from "./theme/theme";
import { cssVariablesResolver } from "./theme/theme-variables";

const colorScheme = storedColorScheme();

/** Everything that components find above them. */
export function Providers({ children }: { children: ReactNode }) {
  const defaultTheme = useValue(defaultTheme$);
  return (
    <QueryClientProvider client={queryClient}>
      <IntlRoot>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariablesResolver}
          colorSchemeManager={colorScheme}
          defaultColorScheme={defaultTheme}
        >
          <ThemeWithWords>
            {children}
            <Toaster />
            <FailureToasts />
          </ThemeWithWords>
        </MantineProvider>
      </IntlRoot>
    </QueryClientProvider>
  );
}

/** What of the theme has words in it. */
function ThemeWithWords({ children }: { children: ReactNode }) {
  const label = useText()("action.clear");
  const words = useMemo(() => {
    const part = { defaultProps: { clearButtonProps: clearButton(label) } };
    return { components: { Select: part, MultiSelect: part } };
  }, [label]);
  return <MantineThemeProvider theme={words}>{children}</MantineThemeProvider>;
}

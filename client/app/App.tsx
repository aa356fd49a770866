import { RouterProvider } from "react-router-dom";
import type { createRouter } from "./router";
import { MantineProvider, MantineThemeProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { IntlRoot } from "../platform/intl/IntlRoot";
import { queryClient } from "../platform/query";
import { FailureToasts, Toaster } from "../ui/toast/Toaster";
import { clearButton } from "../ui/fields/clear-button";
import { useText } from "../platform/intl/useText";
import { planRemedy } from "../billing/subscription/plan-remedy";
import { useStore } from "../platform/store";
import { defaultTheme$, storedColorScheme } from "./theme/color-scheme";
import { theme } from "./theme/theme";
import { cssVariablesResolver } from "./theme/theme-variables";

const colorScheme = storedColorScheme();

export function Providers({ children }: { children: ReactNode }) {
  const defaultTheme = useStore(defaultTheme$);
  return (
    <QueryClientProvider client={queryClient}>
      <IntlRoot>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariablesResolver}
          colorSchemeManager={colorScheme}
          defaultColorScheme={defaultTheme}
        >
          <ThemeWithTexts>
            {children}
            <Toaster />
            <FailureToasts remedy={planRemedy} />
          </ThemeWithTexts>
        </MantineProvider>
      </IntlRoot>
    </QueryClientProvider>
  );
}

function ThemeWithTexts({ children }: { children: ReactNode }) {
  const label = useText()("action.clear");
  const words = useMemo(() => {
    const part = { defaultProps: { clearButtonProps: clearButton(label) } };
    return { components: { Select: part, MultiSelect: part } };
  }, [label]);
  return <MantineThemeProvider theme={words}>{children}</MantineThemeProvider>;
}

export function App({ router }: { router: ReturnType<typeof createRouter> }) {
  return (
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  );
}

import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { IntlRoot } from "../platform/intl/IntlRoot";
import { queryClient } from "../platform/query";
import { FailureToasts } from "../ui/toast/FailureToasts";
import { Toaster } from "../ui/toast/Toaster";
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
          {children}
          <Toaster />
          <FailureToasts />
        </MantineProvider>
      </IntlRoot>
    </QueryClientProvider>
  );
}

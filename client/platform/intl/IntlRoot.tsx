import { DirectionContext } from "@mantine/core";
import { type ReactNode, useMemo } from "react";
import { type IntlConfig, IntlProvider } from "react-intl";
import { useValue } from "../value";
import { textLocaleOf } from "./formats";
import { directionOf, fillFromEnglish, shown$ } from "./language";

const onError: IntlConfig["onError"] = (error) => {
  if (error.code === "MISSING_TRANSLATION") fillFromEnglish();
  else console.error(error);
};

const unused = () => undefined;

/** Texts, digits and direction of everything below, for react-intl and Mantine alike. */
export function IntlRoot({ children }: { children: ReactNode }) {
  const { language, messages } = useValue(shown$);
  const dir = directionOf(language);
  const direction = useMemo(() => ({ dir, setDirection: unused, toggleDirection: unused }), [dir]);
  return (
    <IntlProvider
      locale={textLocaleOf(language)}
      defaultLocale="en"
      messages={messages}
      onError={onError}
      onWarn={unused}
    >
      <DirectionContext value={direction}>{children}</DirectionContext>
    </IntlProvider>
  );
}

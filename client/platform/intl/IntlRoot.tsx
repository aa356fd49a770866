import { DirectionContext } from "@mantine/core";
import { type ReactNode, useMemo } from "react";
import { type IntlConfig, IntlProvider } from "react-intl";
import { useStore } from "../store";
import { textLocaleOf } from "./formats";
import { directionOf, fillMissingTexts, activeLanguage$ } from "./language";

const onError: IntlConfig["onError"] = (error) => {
  if (error.code === "MISSING_TRANSLATION") fillMissingTexts();
  else console.error(error);
};

const unused = () => undefined;

export function IntlRoot({ children }: { children: ReactNode }) {
  const { language, messages } = useStore(activeLanguage$);
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

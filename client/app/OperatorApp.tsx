import { ActionIcon, Menu } from "@mantine/core";
import { IconLanguage, IconMoon, IconSun } from "@tabler/icons-react";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { languageCodes, languages } from "../../shared/kernel/languages";
import { OperatorPage } from "../operations/operator/OperatorPage";
import { initialLanguage, showLanguage, untilLoaded } from "../platform/intl/language";
import { useText } from "../platform/intl/useText";
import { startClock } from "../platform/now";
import { switchLanguage } from "../platform/settings";
import { Providers } from "./App";
import { useTheme } from "./theme/useTheme";

/** Starts the operator's page, which runs without a tenant's session, router and live connection. */
export async function startOperator(): Promise<void> {
  startClock();
  await untilLoaded(() => showLanguage(initialLanguage(import.meta.env.DEV)));
  const root = document.getElementById("root");
  if (!root) throw new Error("index.html has no #root");
  createRoot(root).render(
    <StrictMode>
      <Providers>
        <OperatorPage appearance={<Appearance />} />
      </Providers>
    </StrictMode>,
  );
}

const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

function Appearance() {
  const text = useText();
  const { dark, toggle } = useTheme();
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={text(dark ? "theme.toLight" : "theme.toDark")}
        onClick={toggle}
      >
        {dark ? <IconSun {...icon} /> : <IconMoon {...icon} />}
      </ActionIcon>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={text("language.label")}>
            <IconLanguage {...icon} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {languageCodes.map((code) => (
            <Menu.Item key={code} lang={code} dir={languages[code].direction} onClick={() => void switchLanguage(code)}>
              {languages[code].name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

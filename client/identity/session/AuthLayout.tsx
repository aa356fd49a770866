import type { ReactNode } from "react";
import { languageCodes, languages } from "../../../shared/kernel/languages";
import { activeLanguage$ } from "../../platform/intl/language";
import { useText } from "../../platform/intl/useText";
import { useTenant } from "../../platform/session";
import { switchLanguage } from "../../platform/settings";
import { useStore } from "../../platform/store";
import { TenantLogo } from "../../ui/signs/TenantLogo";
import { UnstyledButton } from "@mantine/core";
import { BoardIllustration } from "./BoardIllustration";
import classes from "./AuthLayout.module.css";

interface AuthLayoutProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}

export function AuthLayout({ title, lead, children }: AuthLayoutProps) {
  const text = useText();
  const tenant = useTenant();
  const name = tenant?.tenant_name || tenant?.name || text("app.name");
  return (
    <div className={classes.page}>
      <div className={classes.side}>
        <header className={classes.tenant}>
          <TenantLogo name={name} logo={tenant?.logo ?? null} size={28} />
          <bdi>{name}</bdi>
        </header>
        <main id="main" className={classes.main} tabIndex={-1}>
          <div className={classes.form}>
            <div className={classes.head}>
              <h1 tabIndex={-1} data-page-title>
                {title}
              </h1>
              {lead && <p>{lead}</p>}
            </div>
            {children}
          </div>
        </main>
        <Languages />
      </div>
      <BoardIllustration />
    </div>
  );
}

function Languages() {
  const text = useText();
  const { language } = useStore(activeLanguage$);
  return (
    <nav className={classes.languages} aria-label={text("language.label")}>
      {languageCodes.map((code) => (
        <UnstyledButton
          key={code}
          lang={code}
          dir={languages[code].direction}
          aria-current={code === language || undefined}
          onClick={() => void switchLanguage(code)}
        >
          {languages[code].name}
        </UnstyledButton>
      ))}
    </nav>
  );
}

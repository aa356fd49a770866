import { Drawer } from "@mantine/core";
import { useDisclosure, useMediaQuery } from "@mantine/hooks";
import { useEffect, useLayoutEffect } from "react";
import { Outlet, useLocation } from "react-router-dom";
import { useText } from "../platform/intl/useText";
import { useCurrentUser, useSessionState } from "../platform/session";
import { useValue } from "../platform/value";
import { ViewingBand } from "../roles/ViewingBand";
import { PlanDialog } from "../subscription/PlanDialog";
import { Shortcuts } from "../ui/keys/Shortcuts";
import { Undo } from "../undo/Undo";
import { BottomBar } from "./BottomBar";
import { SignedInOnly } from "../platform/SignedInOnly";
import { Permitted } from "./guards";
import { OfflineBar } from "./OfflineBar";
import { SideMenu } from "./SideMenu";
import { SettingsSync } from "./SettingsSync";
import { sidebar$ } from "./sidebar";
import { TopBar } from "./TopBar";
import classes from "./AdminLayout.module.css";

/** Below it the side menu collapses into a drawer (specification section 2: 768 px). */
export const narrowScreen = "(max-width: 47.99em)";

export function AdminLayout() {
  return (
    <SignedInOnly>
      <Shell />
    </SignedInOnly>
  );
}

/** What also those see who aren't signed in, such as a page that doesn't exist: whoever is keeps the menu. */
export function OpenLayout() {
  return useSessionState().hasTag("present") ? <Shell /> : <Outlet />;
}

function Shell() {
  const text = useText();
  const me = useCurrentUser();
  const { pathname } = useLocation();
  const narrow = useMediaQuery(narrowScreen, undefined, { getInitialValueInEffect: false }) ?? false;
  const collapsed = useValue(sidebar$) === "collapsed";
  const [menuOpen, { open: openMenu, close: closeMenu }] = useDisclosure(false);
  useSideWidth(narrow ? "0px" : collapsed ? "56px" : "232px");
  useEffect(() => closeMenu(), [pathname, closeMenu]);

  return (
    <>
      <a className={classes.skip} href="#main">
        {text("ui.skip")}
      </a>
      <div className={classes.shell} data-collapsed={collapsed || undefined}>
        {!narrow && <SideMenu collapsed={collapsed} />}
        <TopBar narrow={narrow} />
        <div className={classes.content}>
          <ViewingBand />
          <OfflineBar />
          <main id="main" className={classes.main} tabIndex={-1}>
            <Permitted />
          </main>
        </div>
        {narrow && <BottomBar onMenu={openMenu} menuOpen={menuOpen} />}
      </div>
      {narrow && (
        <Drawer
          opened={menuOpen}
          onClose={closeMenu}
          position="left"
          size={288}
          withCloseButton={false}
          title={text("menu.main")}
          classNames={{ header: "sr-only", body: classes.drawer, content: classes.drawerContent }}
        >
          <SideMenu collapsed={false} inDrawer onDone={closeMenu} />
        </Drawer>
      )}
      <PlanDialog />
      <SettingsSync />
      <Undo user={me.id} />
      <Shortcuts />
    </>
  );
}

/** Toasts and panels keep clear of the side menu. */
function useSideWidth(width: string): void {
  useLayoutEffect(() => {
    document.documentElement.style.setProperty("--side-now", width);
    return () => {
      document.documentElement.style.removeProperty("--side-now");
    };
  }, [width]);
}

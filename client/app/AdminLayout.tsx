import { Drawer } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { type MouseEvent, useEffect, useLayoutEffect } from "react";
import { Outlet, useLocation } from "react-router-dom";
import { useText } from "../platform/intl/useText";
import { useSessionState } from "../identity/session/session";
import { useCurrentUser } from "../platform/session";
import { useIsCompactWidth, useIsPhoneWidth } from "../platform/useIsPhoneWidth";
import { useStore } from "../platform/store";
import { ViewAsBanner } from "../identity/viewing/ViewAsBanner";
import { PlanDialog } from "../billing/subscription/PlanDialog";
import { NewTask } from "../work/tasks/create/NewTask";
import { TaskOverlay } from "../work/tasks/detail/TaskOverlay";
import { Shortcuts } from "../ui/keys/Shortcuts";
import { Undo } from "../undo/Undo";
import { AnnouncementBar } from "./AnnouncementBar";
import { CommandPalette } from "./CommandPalette";
import { BottomBar } from "./BottomBar";
import { RequireSignIn } from "../identity/session/RequireSignIn";
import { RequirePermission } from "./guards";
import { OfflineBar } from "./OfflineBar";
import { PrintHead } from "./PrintHead";
import { SideMenu } from "./SideMenu";
import { SettingsSync } from "./SettingsSync";
import { sidebar$, toggleSidebar } from "./sidebar";
import { TopBar } from "./TopBar";
import classes from "./AdminLayout.module.css";
import { enterContent } from "../ui/keys/focus";

export function AdminLayout() {
  return (
    <RequireSignIn>
      <Shell />
    </RequireSignIn>
  );
}

/** Layout of screens that are also open to signed-out visitors, such as the 404 page. Signed-in users keep the menu. */
export function PublicLayout() {
  return useSessionState().hasTag("present") ? <Shell /> : <Outlet />;
}

function Shell() {
  const text = useText();
  const me = useCurrentUser();
  const { pathname } = useLocation();
  // Below 768 px the menu is a drawer (specification section 2). Below 1280 px it is a rail of icons, and the same drawer opens over it.
  const narrow = useIsPhoneWidth();
  const compact = useIsCompactWidth();
  const collapsed = useStore(sidebar$) === "collapsed" || compact;
  const [menuOpen, { open: openMenu, close: closeMenu }] = useDisclosure(false);
  useSideWidth(narrow ? "0px" : collapsed ? "56px" : "232px");
  useEffect(() => closeMenu(), [pathname, compact, closeMenu]);

  return (
    <>
      <SkipLink />
      <PrintHead />
      <div className={classes.shell} data-collapsed={collapsed || undefined}>
        {!narrow && <SideMenu collapsed={collapsed} />}
        <TopBar narrow={narrow} menuHidden={collapsed} onMenu={compact ? openMenu : toggleSidebar} />
        <div className={classes.content}>
          <ViewAsBanner />
          <AnnouncementBar />
          <OfflineBar />
          <main id="main" className={classes.main} tabIndex={-1}>
            <RequirePermission />
            <TaskOverlay />
          </main>
        </div>
        {narrow && <BottomBar onMenu={openMenu} menuOpen={menuOpen} />}
      </div>
      {compact && (
        <Drawer
          opened={menuOpen}
          onClose={closeMenu}
          position="left"
          size={288}
          withCloseButton={false}
          data-no-paper
          title={text("menu.main")}
          classNames={{ header: "sr-only", body: classes.drawer, content: classes.drawerContent }}
        >
          <SideMenu collapsed={false} inDrawer onDone={closeMenu} />
        </Drawer>
      )}
      <NewTask />
      <PlanDialog />
      <SettingsSync />
      <Undo user={me.id} />
      <CommandPalette withTasks />
      <Shortcuts />
    </>
  );
}

/** Publishes the side menu's width so that toasts and panels don't overlap it. */
function useSideWidth(width: string): void {
  useLayoutEffect(() => {
    document.documentElement.style.setProperty("--side-now", width);
    return () => {
      document.documentElement.style.removeProperty("--side-now");
    };
  }, [width]);
}

/** First Tab stop: skips to the screen's board, list or chart, or else to the start of its content. */
function SkipLink() {
  const text = useText();
  const skip = (event: MouseEvent) => {
    if (enterContent()) event.preventDefault();
  };
  return (
    <a className={classes.skip} href="#main" data-no-paper onClick={skip}>
      {text("ui.skip")}
    </a>
  );
}

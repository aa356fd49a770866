import { ActionIcon, Button, Menu, SegmentedControl, Select, Tooltip } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { IconBellOff, IconChecks, IconMail, IconMailOpened, IconSettings, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import {
  listNotifications,
  type Notification,
} from "../../../shared/communication/notifications/notifications.contract";
import {
  type NotificationSubject,
  notificationSubjects,
} from "../../../shared/communication/notifications/notifications.kinds";
import { paths } from "../../platform/paths";
import { call, unreadCount } from "../../platform/api";
import { useFormat, useText } from "../../platform/intl/useText";
import { queryKeyOf, useEndpoint } from "../../platform/query";
import { useStore } from "../../platform/store";
import { localDayOf, useToday } from "../../platform/today";
import { useAddress } from "../../platform/address/useAddress";
import { addDays } from "../../../shared/work/tasks/tasks.conditions.rules";
import { PageHead } from "../../ui/PageHead";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { ClearAllDialog } from "./ClearAllDialog";
import { KindTabs } from "./KindTabs";
import { NotificationRow } from "./NotificationRow";
import { useShownTasks } from "../../work/projects/shown-order";
import { parseTaskPath } from "../../work/projects/task-layout";
import { groupByDay, mergePages, type NotificationList } from "./notifications.cache";
import { useNotificationActions } from "./useNotificationActions";
import { useRowShortcuts } from "./useRowShortcuts";
import row from "./NotificationRow.module.css";
import classes from "./notifications.module.css";
import { EmptyState } from "../../ui/states/EmptyState";
import { BellIllustration } from "./BellIllustration";
import { listProjects } from "../../../shared/work/projects/projects.contract";
import { MuteItems } from "./MuteItems";

const pageSize = 30;

const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

interface Filter {
  unreadOnly: boolean;
  about: NotificationSubject | null;
  projectId: number | null;
}

function useFilter() {
  const [search, setSearch] = useAddress();
  const about = notificationSubjects.find((one) => one === search.get("about")) ?? null;
  const projectId = Number(search.get("project")) || null;
  const filter: Filter = { about, projectId, unreadOnly: search.get("show") === "unread" };
  const change = (name: "about" | "show" | "project", value: string | null) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        if (value === null) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return { filter, change };
}

interface VisibleNotifications {
  items: Notification[];
  total: number;
  about: Record<NotificationSubject, number> | undefined;
}

function usePages({ unreadOnly, about, projectId }: Filter) {
  const query = {
    per_page: pageSize,
    is_read: unreadOnly ? ("0" as const) : undefined,
    about: about ?? undefined,
    project_id: projectId ?? undefined,
  };
  return useInfiniteQuery<NotificationList, Error, VisibleNotifications, unknown[], number>({
    queryKey: [...queryKeyOf(listNotifications, {}, query), "pages"],
    queryFn: ({ pageParam, signal }) => call(listNotifications, { query: { ...query, page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.page < meta.last_page ? meta.page + 1 : null),
    select: ({ pages }) => ({
      items: mergePages(pages),
      total: pages.at(-1)?.meta.total ?? 0,
      about: pages[0]?.meta.unread_about,
    }),
  });
}

export function NotificationsPage() {
  const text = useText();
  const { number } = useFormat();
  const unread = useStore(unreadCount);
  const { filter, change } = useFilter();
  const query = usePages(filter);
  const marking = useNotificationActions();
  const [clearing, setClearing] = useState(false);
  const list = useRowShortcuts();
  const nothingAtAll =
    query.data?.total === 0 && !filter.unreadOnly && filter.about === null && filter.projectId === null;
  return (
    <>
      <PageHead
        title={text("title.notifications")}
        sub={unread > 0 && text("notifications.unreadCount", { count: number(unread) })}
      >
        <SegmentedControl
          className={classes.which}
          aria-label={text("notifications.show")}
          value={filter.unreadOnly ? "unread" : "all"}
          onChange={(value) => change("show", value === "unread" ? value : null)}
          data={[
            { value: "all", label: text("notifications.show.all") },
            { value: "unread", label: text("notifications.show.unread") },
          ]}
        />
        <Button
          variant="subtle"
          color="gray"
          className={classes.action}
          aria-label={text("notifications.clear.ask")}
          leftSection={<IconTrash {...icon} />}
          disabled={nothingAtAll}
          onClick={() => setClearing(true)}
        >
          {text("notifications.clear.ask")}
        </Button>
        <Button
          className={classes.action}
          aria-label={text("notifications.readAll")}
          leftSection={<IconChecks {...icon} />}
          disabled={unread === 0}
          onClick={marking.readAll}
        >
          {text("notifications.readAll")}
        </Button>
        <ActionIcon component={Link} to={paths.notificationSettings} aria-label={text("title.notificationSettings")}>
          <IconSettings {...icon} />
        </ActionIcon>
      </PageHead>
      <div className={classes.page} data-above-toasts>
        <KindTabs
          chosen={filter.about}
          onChoose={(about) => change("about", about)}
          unread={unread}
          unreadAbout={query.data?.about}
          unreadOnly={filter.unreadOnly}
          onUnreadOnly={(only) => change("show", only ? "unread" : null)}
        >
          <ProjectChoice chosen={filter.projectId} onChoose={(id) => change("project", id)} />
        </KindTabs>
        <div className={classes.days} ref={list}>
          <QueryBoundary
            query={query}
            failed={text("notifications.notLoaded")}
            loading={
              <div className={classes.panel}>
                <SkeletonRows rows={6} height={58} />
              </div>
            }
          >
            {({ items }) =>
              items.length === 0 ? (
                <NoNotifications
                  unreadOnly={filter.unreadOnly}
                  narrowed={filter.about !== null || filter.projectId !== null}
                />
              ) : (
                <Days items={items} marking={marking} />
              )
            }
          </QueryBoundary>
          {query.hasNextPage && (
            <Button
              variant="subtle"
              color="gray"
              className={classes.more}
              loading={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              {text("notifications.more")}
            </Button>
          )}
        </div>
      </div>
      <ClearAllDialog opened={clearing} onClose={() => setClearing(false)} />
    </>
  );
}

type Marking = ReturnType<typeof useNotificationActions>;

function Days({ items, marking }: { items: Notification[]; marking: Marking }) {
  useShownTasks(items.flatMap(({ data }) => parseTaskPath(data.path)?.id ?? []));
  const text = useText();
  const { day: dayText } = useFormat();
  const today = useToday();
  const nameOf = (day: string) => {
    if (day === today) return text("notifications.today");
    if (day === addDays(today, -1)) return text("notifications.yesterday");
    return dayText(day, day.slice(0, 4) === today.slice(0, 4) ? "long" : "medium");
  };
  return groupByDay(items, localDayOf).map(({ day, items: ofDay }) => (
    <section key={day} className={classes.day}>
      <h2>{nameOf(day)}</h2>
      <ul className={classes.panel}>
        {ofDay.map((notification) => (
          <Item key={notification.id} notification={notification} marking={marking} />
        ))}
      </ul>
    </section>
  ));
}

function Item({ notification, marking }: { notification: Notification; marking: Marking }) {
  const text = useText();
  const { read, unread } = marking;
  const { id, is_read: isRead } = notification;
  const label = text(isRead ? "notifications.markUnread" : "notifications.markRead");
  const Icon = isRead ? IconMail : IconMailOpened;
  return (
    <NotificationRow
      notification={notification}
      onOpen={() => {
        if (!isRead) read(id);
      }}
      action={
        <span className={row.actions}>
          <Tooltip label={label}>
            <ActionIcon
              size={28}
              className={row.action}
              onClick={() => (isRead ? unread(id) : read(id))}
              aria-label={label}
            >
              <Icon size={16} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
          <RowMenu notification={notification} />
        </span>
      }
    />
  );
}

interface NoNotificationsProps {
  unreadOnly: boolean;
  narrowed: boolean;
}

function NoNotifications({ unreadOnly, narrowed }: NoNotificationsProps) {
  const text = useText();
  const all = !unreadOnly && !narrowed;
  const title = unreadOnly ? "notifications.none.unread" : narrowed ? "notifications.none.kind" : "notifications.none";
  return (
    <div className={classes.panel}>
      <EmptyState
        drawing={<BellIllustration />}
        title={text(title)}
        text={all ? text("notifications.none.why") : undefined}
      />
    </div>
  );
}

interface ProjectChoiceProps {
  chosen: number | null;
  onChoose: (id: string | null) => void;
}

function ProjectChoice({ chosen, onChoose }: ProjectChoiceProps) {
  const text = useText();
  const { data, isLoadingError } = useEndpoint(listProjects, {});
  return (
    <Select
      className={classes.project}
      size="xs"
      searchable
      clearable
      aria-label={text("notifications.project")}
      placeholder={text("notifications.project.all")}
      nothingFoundMessage={text(isLoadingError ? "error.notLoaded" : "mute.noProject")}
      value={chosen === null ? null : String(chosen)}
      onChange={onChoose}
      data={(data?.data ?? []).map(({ id, title }) => ({ value: String(id), label: title }))}
    />
  );
}

function RowMenu({ notification: { data } }: { notification: Notification }) {
  const text = useText();
  const { task_id, project_id, group } = data;
  if (task_id === null && project_id === null) return null;
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon size={28} className={row.action} aria-label={text("mute.menu", { name: group })}>
          <IconBellOff size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {task_id !== null && (
          <>
            <Menu.Label>{text("mute.thisTask")}</Menu.Label>
            <MuteItems what={{ task_id }} />
          </>
        )}
        {project_id !== null && (
          <>
            <Menu.Label>{text("mute.thisProject")}</Menu.Label>
            <MuteItems what={{ project_id }} />
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

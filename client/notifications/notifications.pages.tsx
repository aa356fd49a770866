import { ActionIcon, Button, SegmentedControl, Tooltip } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { IconChecks, IconMail, IconMailOpened, IconSettings, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { listNotifications, type Notification } from "../../shared/notifications/notifications.contract";
import { type Subject, subjects } from "../../shared/notifications/notifications.kinds";
import { paths } from "../platform/paths";
import { call, unreadCount } from "../platform/api";
import { useFormat, useText } from "../platform/intl/useText";
import { keyOf } from "../platform/query";
import { useValue } from "../platform/value";
import { dayOf, useToday } from "../platform/today";
import { useAddress } from "../platform/address/useAddress";
import { addDays } from "../../shared/tasks/tasks.filter.rules";
import { PageHead } from "../ui/PageHead";
import { QueryBoundary } from "../ui/states/QueryBoundary";
import { SkeletonRows } from "../ui/states/Skeleton";
import { ClearAllDialog } from "./ClearAllDialog";
import { KindTabs } from "./KindTabs";
import { NotificationRow } from "./NotificationRow";
import { byDay, inOneList, type NotificationList } from "./notifications.cache";
import { NothingHere } from "./NothingHere";
import { ProjectChoice } from "./ProjectChoice";
import { RowMenu } from "./RowMenu";
import { useMarking } from "./useMarking";
import { useRowKeys } from "./useRowKeys";
import row from "./NotificationRow.module.css";
import classes from "./notifications.module.css";

const pageSize = 30;

const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

interface Filter {
  unreadOnly: boolean;
  about: Subject | null;
  projectId: number | null;
}

function useFilter() {
  const [search, setSearch] = useAddress();
  const about = subjects.find((one) => one === search.get("about")) ?? null;
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

interface Shown {
  items: Notification[];
  total: number;
  about: Record<Subject, number> | undefined;
}

/** Asked for page by page; what comes in meanwhile is read in with all of them. */
function usePages({ unreadOnly, about, projectId }: Filter) {
  const query = {
    per_page: pageSize,
    is_read: unreadOnly ? ("0" as const) : undefined,
    about: about ?? undefined,
    project_id: projectId ?? undefined,
  };
  return useInfiniteQuery<NotificationList, Error, Shown, unknown[], number>({
    queryKey: [...keyOf(listNotifications, {}, query), "pages"],
    queryFn: ({ pageParam, signal }) => call(listNotifications, { query: { ...query, page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.page < meta.last_page ? meta.page + 1 : null),
    select: ({ pages }) => ({
      items: inOneList(pages),
      total: pages.at(-1)?.meta.total ?? 0,
      about: pages[0]?.meta.unread_about,
    }),
  });
}

export function NotificationsPage() {
  const text = useText();
  const { number } = useFormat();
  const unread = useValue(unreadCount);
  const { filter, change } = useFilter();
  const query = usePages(filter);
  const marking = useMarking();
  const [clearing, setClearing] = useState(false);
  const list = useRowKeys();
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
        <ActionIcon
          component={Link}
          to={paths.notificationSettings}
          size={32}
          aria-label={text("title.notificationSettings")}
        >
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
                <NothingHere
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

type Marking = ReturnType<typeof useMarking>;

function Days({ items, marking }: { items: Notification[]; marking: Marking }) {
  const text = useText();
  const { day: dayText } = useFormat();
  const today = useToday();
  const nameOf = (day: string) => {
    if (day === today) return text("notifications.today");
    if (day === addDays(today, -1)) return text("notifications.yesterday");
    return dayText(day, day.slice(0, 4) === today.slice(0, 4) ? "long" : "medium");
  };
  return byDay(items, dayOf).map(({ day, items: ofDay }) => (
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

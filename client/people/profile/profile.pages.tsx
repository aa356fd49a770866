import { Suspense } from "react";
import { Link, Navigate, useParams } from "react-router-dom";
import { readOwnProfile } from "../../../shared/people/people/users.contract";
import { DelegationBadges } from "../../approvals/delegation/DelegationBadges";
import { EmployeeRecord } from "../people/EmployeeRecord";
import { useFollowDirectory } from "../people/useFollowDirectory";
import { useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { useEndpoint } from "../../platform/query";
import { useCurrentUser } from "../../platform/session";
import { Avatar } from "../../ui/signs/Avatar";
import { PageTabs } from "../../ui/PageTabs";
import { Panel } from "../../ui/Panel";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { EditProfile } from "./EditProfile";
import { profileTabs } from "./profile.slots";
import classes from "./profile.module.css";

const ownTabs = [
  { key: "overview", label: "profile.tab.overview", order: 0 },
  { key: "editProfile", label: "profile.tab.editProfile", order: 2 },
] as const;

export function ProfilePage() {
  const text = useText();
  const { tab = "overview" } = useParams();
  const query = useEndpoint(readOwnProfile);
  useFollowDirectory(query.data?.data);
  const tabs = [...ownTabs, ...profileTabs.entries].toSorted((a, b) => a.order - b.order);
  const currentTab = profileTabs.entries.find(({ key }) => key === tab);
  if (!tabs.some(({ key }) => key === tab)) return <Navigate to={paths.noSuchPage} replace />;
  return (
    <QueryBoundary query={query} failed={text("profile.failed")}>
      {({ data }) => (
        <div className={classes.page}>
          <header className={classes.head}>
            <Avatar person={{ ...data, fullname: data.fullname ?? "" }} size={40} hasVisibleName />
            <div>
              <h1 tabIndex={-1} data-page-title>
                <bdi>{data.fullname}</bdi>
              </h1>
              <p>{[data.position?.title, data.location].filter(Boolean).join(text("list.comma"))}</p>
            </div>
            <span className={classes.badges}>
              <DelegationBadges />
            </span>
          </header>
          <PageTabs label={text("title.profile")} line>
            {tabs.map(({ key, label }) => (
              <Link key={key} to={paths.profile(key)} aria-current={key === tab ? "page" : undefined}>
                {text(label)}
              </Link>
            ))}
          </PageTabs>
          {tab === "overview" && (
            <EmployeeRecord employee={data}>
              <Account />
            </EmployeeRecord>
          )}
          {currentTab && (
            <Suspense fallback={<SkeletonRows rows={6} />}>
              <currentTab.Tab userId={data.id} />
            </Suspense>
          )}
          {tab === "editProfile" && <EditProfile person={data} />}
        </div>
      )}
    </QueryBoundary>
  );
}

function Account() {
  const text = useText();
  const { external } = useCurrentUser();
  return (
    <Panel title={text("profile.account")} padded>
      <ul className={classes.links}>
        <li>
          <Link to={paths.security}>{text("title.security")}</Link>
        </li>
        <li>
          <Link to={paths.notificationSettings}>{text("title.notificationSettings")}</Link>
        </li>
        {!external && (
          <li>
            <Link to={paths.delegation}>{text("title.delegation")}</Link>
          </li>
        )}
      </ul>
    </Panel>
  );
}

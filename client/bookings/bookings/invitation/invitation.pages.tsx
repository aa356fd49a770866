import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { participantAnswers, type ParticipantAnswer } from "../../../../shared/bookings/bookings/bookings.schema";
import {
  answerInvitationByMail,
  type Invitation,
  readInvitation,
} from "../../../../shared/bookings/bookings/guests.contract";
import { useText } from "../../../platform/intl/useText";
import { ProblemError } from "../../../platform/problem-error";
import { useAction, useEndpoint } from "../../../platform/query";
import { QueryBoundary } from "../../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../../ui/states/Skeleton";
import facts from "../bookings.module.css";
import { useTimeSpanText } from "../../../platform/intl/useTimeSpanText";
import classes from "./Invitation.module.css";

const isGone = (error: Error | null) => error instanceof ProblemError && error.status === 404;

/** `/invitation`: opened from an invitation mail without signing in. Replies only on a button press, because mail scanners follow links. */
export function InvitationPage() {
  const text = useText();
  const [search] = useSearchParams();
  const token = search.get("token") ?? "";
  const preselectedAnswer = participantAnswers.find((each) => each === search.get("answer")) ?? null;
  const query = useEndpoint(readInvitation, { query: { token } });
  if (isGone(query.error)) {
    return (
      <Card title={text("invitation.gone")}>
        <p>{text("invitation.goneWhy")}</p>
      </Card>
    );
  }
  return (
    <QueryBoundary
      query={query}
      failed={text("invitation.failed")}
      loading={
        <Card title={text("title.invitation")}>
          <SkeletonRows rows={4} height={24} />
        </Card>
      }
    >
      {({ data }) => <AnswerForm invitation={data} token={token} preselectedAnswer={preselectedAnswer} />}
    </QueryBoundary>
  );
}

interface AnswerFormProps {
  invitation: Invitation;
  token: string;
  preselectedAnswer: ParticipantAnswer | null;
}

function AnswerForm({ invitation, token, preselectedAnswer }: AnswerFormProps) {
  const text = useText();
  const [currentInvitation, setCurrentInvitation] = useState(invitation);
  const [isAnswerSaved, setIsAnswerSaved] = useState(false);
  const [pressed, setPressed] = useState<ParticipantAnswer | null>(null);
  const answer = useAction(answerInvitationByMail, {
    onSuccess: ({ data }) => {
      setCurrentInvitation(data);
      setIsAnswerSaved(true);
    },
  });
  const main = currentInvitation.answer ?? preselectedAnswer;
  return (
    <Card
      title={currentInvitation.title}
      by={text("invitation.by", { who: currentInvitation.requester, organization: currentInvitation.organization })}
    >
      <Facts invitation={currentInvitation} />
      {currentInvitation.note && (
        <p className={classes.note} dir="auto">
          {currentInvitation.note}
        </p>
      )}
      {currentInvitation.cancelled && <p role="status">{text("invitation.cancelled")}</p>}
      {!currentInvitation.cancelled && !currentInvitation.open && <p role="status">{text("invitation.over")}</p>}
      {currentInvitation.open && currentInvitation.dates > 1 && (
        <p>{text("invitation.dates", { count: currentInvitation.dates })}</p>
      )}
      {currentInvitation.open && (
        <div className={classes.answers} role="group" aria-label={text("invitation.answer")}>
          {participantAnswers.map((each) => (
            <Button
              key={each}
              variant={each === main ? "filled" : "default"}
              aria-pressed={currentInvitation.answer === each}
              loading={answer.isPending && pressed === each}
              onClick={() => {
                setPressed(each);
                answer.mutate({ body: { token, answer: each } });
              }}
            >
              {text(`booking.answer.${each}`)}
            </Button>
          ))}
        </div>
      )}
      {currentInvitation.open && currentInvitation.answer && (
        <p role="status">
          {text(isAnswerSaved ? "invitation.thanks" : "invitation.answered", {
            answer: text(`booking.answer.${currentInvitation.answer}`),
          })}
        </p>
      )}
    </Card>
  );
}

function Facts({ invitation }: { invitation: Invitation }) {
  const text = useText();
  const when = useTimeSpanText();
  return (
    <dl className={facts.facts}>
      <dt>{text("booking.when")}</dt>
      <dd>{when(invitation.start_date, invitation.end_date, invitation.time_zone, { style: "long" })}</dd>
      {invitation.place && (
        <>
          <dt>{text("booking.where")}</dt>
          <dd>
            <bdi>{invitation.place}</bdi>
          </dd>
        </>
      )}
      <dt>{text("invitation.invited")}</dt>
      <dd>
        <bdi>{invitation.email}</bdi>
      </dd>
    </dl>
  );
}

function Card({ title, by, children }: { title: string; by?: string; children: ReactNode }) {
  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <div>
          {by && <p>{by}</p>}
          <h1 tabIndex={-1} data-page-title dir="auto">
            {title}
          </h1>
        </div>
        {children}
      </div>
    </main>
  );
}

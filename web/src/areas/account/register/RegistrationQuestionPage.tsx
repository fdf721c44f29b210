import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "react-router";
import * as z from "zod/mini";
import { callAsNobody } from "@/api/client";
import { ApiError } from "@/api/error";
import { categoriesQuery, organizationTypesQuery } from "@/api/queries/choices";
import { regionsQuery } from "@/api/queries/regions";
import type { components } from "@/api/schema";
import { EntrancePage } from "@/areas/account/frame/EntrancePage";
import { DeadLinkPage } from "@/areas/account/frame/DeadLinkPage";
import { StepPage } from "@/shared/page/StepPage";
import { m } from "@/i18n";
import { amountsOf } from "@/lib/cardAmounts";
import { choicesInLanguage } from "@/lib/inLanguage";
import { Form } from "@/shared/form/Form";
import { requiredText } from "@/shared/form/rules";
import { useZodForm } from "@/shared/form/useZodForm";
import { RetryScene } from "@/shared/page/RetryScene";
import { Notice } from "@/ui/layout/Notice";
import { SkeletonText } from "@/ui/layout/Skeleton";
import { AmountsField } from "./ShopTerms";
import { SortField } from "./TenantFields";

type Registration = components["schemas"]["OpenRegistration"];

const BANK = "accountNumber";
const MAX_ID = 40;

function isDeadLink(error: Error | null): boolean {
  return error instanceof ApiError && (error.errorCode === "DEAD_LINK" || "code" in error.fields);
}

/** Page behind the link of an email that asks an applicant for missing information. */
export function RegistrationQuestionPage() {
  // The code is in the fragment, so that it reaches the server only in the body of the calls.
  const { hash } = useLocation();
  const [code] = useState(() => new URLSearchParams(hash.slice(1)).get("code") ?? "");
  const [isAnswered, setIsAnswered] = useState(false);
  const opened = useQuery({
    queryKey: ["registration question", code],
    queryFn: ({ signal }) =>
      callAsNobody("post", "/api/v1/Tenants/registrations/opened", { body: { code }, signal }),
    enabled: code !== "",
    staleTime: Infinity,
    retry: false,
  });
  if (code === "" || isDeadLink(opened.error))
    return <DeadLinkPage>{m.account_question_dead()}</DeadLinkPage>;
  if (isAnswered) {
    return (
      <StepPage title={m.account_question_done()} scene="all-done">
        <p>{m.account_question_done_text()}</p>
      </StepPage>
    );
  }
  const registration = opened.data;
  return (
    <EntrancePage title={m.account_question()} lead={registration?.name}>
      {opened.isLoadingError ? (
        <RetryScene error={opened.error} onRetry={() => void opened.refetch()} />
      ) : registration ? (
        <QuestionForm code={code} registration={registration} onAnswered={() => setIsAnswered(true)} />
      ) : (
        <SkeletonText lines={4} />
      )}
    </EntrancePage>
  );
}

interface QuestionFormProps {
  code: string;
  registration: Registration;
  onAnswered: () => void;
}

const textFields = ["regionId", "categoryId", "organizationId"] as const;

function QuestionForm({ code, registration, onAnswered }: QuestionFormProps) {
  const { fields, note, answeredAt } = registration;
  const isAsked = (field: string) => fields.includes(field);
  const regions = useQuery({ ...regionsQuery(), enabled: isAsked("regionId") });
  const categories = useQuery({
    ...categoriesQuery(),
    select: choicesInLanguage,
    enabled: isAsked("categoryId"),
  });
  const kinds = useQuery({
    ...organizationTypesQuery(),
    select: choicesInLanguage,
    enabled: isAsked("organizationId"),
  });
  const labels = {
    regionId: m.account_question_region(),
    categoryId: m.field_category(),
    organizationId: m.field_organization_type(),
  };
  const lists = { regionId: regions, categoryId: categories, organizationId: kinds };
  const asked = textFields.filter(isAsked);
  const shape = Object.fromEntries(asked.map((name) => [name, requiredText(labels[name], MAX_ID)]));
  const amounts = z.string().check(
    z.refine((text) => !isAsked("cardAmount") || amountsOf(text).length > 0, {
      error: () => m.form_required({ field: m.account_terms_amounts() }),
    }),
  );
  const known = {
    ...registration,
    cardAmount: registration.cardAmount === "0" ? "" : registration.cardAmount,
  };
  const form = useZodForm(z.object({ ...shape, cardAmount: amounts }), {
    ...Object.fromEntries(asked.map((name) => [name, known[name] ?? ""])),
    cardAmount: known.cardAmount,
  });
  const submit = async (values: Record<string, string>) => {
    const { cardAmount, ...ids } = values;
    await callAsNobody("post", "/api/v1/Tenants/registrations/answered", {
      body: { code, ...ids, ...(isAsked("cardAmount") && { cardAmount: cardAmount ?? "" }) },
    });
    onAnswered();
  };
  const hasFields = asked.length > 0 || isAsked("cardAmount");
  return (
    <>
      {note !== null && (
        <Notice className="mb-6">
          <p className="font-semibold">{m.account_question_note()}</p>
          <p className="whitespace-pre-line">{note}</p>
        </Notice>
      )}
      {answeredAt !== null && <Notice className="mb-6">{m.account_question_answered()}</Notice>}
      {hasFields && (
        <Form form={form} onSubmit={submit} submitLabel={m.account_question_send()} isWholePage>
          <div className="grid gap-6">
            {asked.map((name) => (
              <SortField key={name} name={name} label={labels[name]} choices={lists[name]} />
            ))}
            {isAsked("cardAmount") && <AmountsField name="cardAmount" />}
          </div>
        </Form>
      )}
      {isAsked(BANK) && <p className="mt-6 text-ink-soft">{m.account_terms_bank()}</p>}
    </>
  );
}

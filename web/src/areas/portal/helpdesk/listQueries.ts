// Queries of the lists beside the open cases.
import { keepPreviousData } from "@tanstack/react-query";
import type { QueryOf } from "@/api/client";
import { reading } from "@/api/reading";
import type { components } from "@/api/schema.d";
import { CARD_TYPES } from "@/areas/portal/kit/cardTypes";
import type { PaymentReason } from "@/areas/portal/kit/gatewayReasons";
import { daysOf, type ListState } from "@/shared/table/listState";

type PaymentsFilter = QueryOf<"/api/v1/Helpdesk/payments">;
type PaymentState = NonNullable<PaymentsFilter["state"]>;
type PaymentEnd = NonNullable<PaymentsFilter["end"]>;
export type ErrorKind = NonNullable<QueryOf<"/api/v1/Helpdesk/client-errors">["kind"]>;

const pageOf = ({ page, pageSize, filter }: ListState) => {
  const { startDate, endDate } = daysOf(filter);
  return {
    pageIndex: page,
    pageSize,
    ...(startDate && { startDate }),
    ...(endDate && { endDate }),
  };
};

export function giftsQuery(list: ListState) {
  const cardType = CARD_TYPES.find((type) => type !== 0 && String(type) === list.filter("cardType"));
  const step = list.filter("step") as components["schemas"]["DeskGift"]["step"] | undefined;
  const query = { ...pageOf(list), ...(step && { step }), ...(cardType && { cardType }) };
  return { ...reading("/api/v1/Helpdesk/gifts", { query }), placeholderData: keepPreviousData };
}

export function paymentsQuery(list: ListState) {
  const end = list.filter("end") as PaymentEnd | undefined;
  const state = list.filter("state") as PaymentState | undefined;
  const reason = list.filter("reason") as PaymentReason | undefined;
  const message = list.filter("message");
  const query = {
    ...pageOf(list),
    ...(end && { end }),
    ...(state && { state }),
    ...(reason && { reason }),
    ...(message && { message }),
  };
  return { ...reading("/api/v1/Helpdesk/payments", { query }), placeholderData: keepPreviousData };
}

export function refundsQuery(list: ListState) {
  return {
    ...reading("/api/v1/Helpdesk/refunds", { query: pageOf(list) }),
    placeholderData: keepPreviousData,
  };
}

export function errorsQuery({ page, pageSize, filter }: ListState) {
  const kind = filter("kind") as ErrorKind | undefined;
  const number = filter("number");
  const query = { pageIndex: page, pageSize, ...(kind && { kind }), ...(number && { number }) };
  return { ...reading("/api/v1/Helpdesk/client-errors", { query }), placeholderData: keepPreviousData };
}

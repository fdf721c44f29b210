// Approval requests of a counter, as the live channel announces them to the clerk who asked and to
// the managers.
import { newsOfThings } from "./news";

const approvals = newsOfThings();

/** Called only by the live channel. */
export const notifyApprovalNews = approvals.tell;

/** Calls back when an approval request of this clerk or manager is created or decided. */
export const useApprovalNews = approvals.useNews;

// What waits for a manager at a counter, and what became of it, as the live channel tells it to who asked and who decides.
import { newsOfThings } from "./news";

const approvals = newsOfThings();

/** For the live channel only. */
export const tellApprovalNews = approvals.tell;

/** Called whenever something waits that the person at the screen asked for or decides about, or was decided. */
export const useApprovalNews = approvals.useNews;

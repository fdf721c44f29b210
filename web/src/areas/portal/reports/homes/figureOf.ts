/** Names of a home's figures in the address, by which the list of events can be filtered. */
export const figureOf = {
  sales: () => "sales",
  redemptions: () => "redemptions",
  amount: (dollars: number) => `amount.${dollars}`,
  cause: (charityId: string) => `cause.${charityId}`,
  /** Redemptions by the system are listed under all redemptions. */
  employee: (personId: string | null) => (personId === null ? "redemptions" : `employee.${personId}`),
};

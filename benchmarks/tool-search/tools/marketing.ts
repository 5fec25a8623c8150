/** Campaigns, social media and search engines. */
export const marketing = `
# marketing
createCampaign: Creates a marketing campaign with goal, budget and period.
  name: The name.
  goal awareness|leads|sales: What it is for.
  budget number: Amount.
launchCampaign: Starts a campaign on its channels.
  campaignId: The campaign.
pauseCampaign: Stops the ads of a campaign for now.
  campaignId: The campaign.
getCampaignPerformance: Returns impressions, clicks, costs and conversions of a campaign.
  campaignId: The campaign.
sendNewsletter: Sends a mailing to a group of subscribers.
  templateId: The mailing.
  segmentId: Who gets it.
  sendAt? datetime: When; at once if left out.
sendTestNewsletter: Sends a mailing to oneself to check how it looks.
  templateId: The mailing.
addSubscriber: Adds an address to a mailing list, with double opt-in.
  email: The address.
  listId: The list.
removeSubscriber: Takes an address off a mailing list.
  email: The address.
  listId: The list.
writeAdCopy: Writes variants of an advertisement text for a product.
  productId: The product.
  channel search|social|display: Where it is shown.
setAdBudget: Sets the daily budget of an advertisement.
  adId: The advertisement.
  amount number: A day.
createLandingPage: Builds a landing page for a campaign.
  campaignId: The campaign.
  headline: The headline.
planEvent: Plans a trade fair, webinar or customer event.
  name: The name.
  date date: The day.
  kind fair|webinar|meetup: What it is.
registerEventAttendee: Registers a person for a webinar or customer event.
  eventId: The event.
  email: The person.
requestCaseStudy: Asks a happy customer for a success story.
  customerId: The customer.

# social media
publishPost: Publishes a post on the company's social media profiles.
  text: The post.
  networks array: Such as linkedin or instagram.
  fileIds? array: Pictures or videos.
schedulePost: Plans a post for later.
  text: The post.
  networks array: Where.
  at datetime: When.
deletePost: Takes a published post down.
  postId: The post.
replyToComment: Answers a comment below one of our posts.
  commentId: The comment.
  text: The answer.
getMentions: Lists what people write about the brand on social networks.
  since? datetime: Only after this moment.
  sentiment? positive|neutral|negative: Only with this tone.
getPostStatistics: Returns reach, likes and shares of a post.
  postId: The post.
findInfluencers: Finds people with reach in a field for a cooperation.
  topic: The field.
  minimumFollowers? integer: Reach.

# seo
getKeywordRanking: Tells on which place our pages are found for search terms.
  keywords array: The terms.
auditPageSeo: Checks titles, links and loading time of a page for search engines.
  url: The page.
suggestKeywords: Suggests search terms for a subject with their volume.
  subject: The subject.
submitSitemap: Tells search engines about new pages.
  url: Address of the sitemap.
`;

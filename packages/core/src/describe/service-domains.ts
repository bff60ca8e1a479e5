/**
 * The market of the service that a tool gives access to, as a software catalogue would list it. Classify the target and not what
 * leads to it, the service and not the single tool; leave the classification out where nothing fits (docs/spec/vocabulary.md).
 */
export type ServiceDomain =
  /** Dashboards and reports about business data */
  | 'business_intelligence'
  /** Calendars, meetings and scheduling */
  | 'calendar'
  /** Files stored and shared in the cloud */
  | 'cloud_storage'
  /** Code that runs in a remote sandbox */
  | 'code_sandbox'
  /** Address books and contact directories */
  | 'contacts'
  /** Customers, deals and sales pipelines */
  | 'crm'
  /** Help desks, tickets and customer service */
  | 'customer_support'
  /** Interface design and prototyping */
  | 'design'
  /** Documents, wikis and knowledge bases */
  | 'documents'
  /** Online shops, products and orders */
  | 'ecommerce'
  /** Sending, receiving and managing email */
  | 'email'
  /** Market data, stocks and other financial figures */
  | 'financial_data'
  /** Maps, routes and geocoding */
  | 'geospatial'
  /** Incidents, on-call duty and alerting */
  | 'incident_management'
  /** Chat between people, in teams or with customers */
  | 'messaging'
  /** Music streaming and playback */
  | 'music_streaming'
  /** Logs, metrics and traces of running systems */
  | 'observability'
  /** Payments, invoices and billing */
  | 'payments'
  /** Slides and presentations */
  | 'presentations'
  /** How people use a product: events and funnels */
  | 'product_analytics'
  /** Projects, issues and tasks */
  | 'project_management'
  /** Data on companies and people for sales teams */
  | 'sales_intelligence'
  /** Public posts in a social feed */
  | 'social_media'
  /** Repositories, version control and code review */
  | 'source_code'
  /** Spreadsheets and tables */
  | 'spreadsheets'
  /** Surveys, forms and their answers */
  | 'survey'
  /** Search and booking of flights, hotels and trips */
  | 'travel'
  /** Video meetings and conferences */
  | 'video_conferencing'
  /** Video hosting and streaming */
  | 'video_hosting'
  /** Crawling and extracting data from web pages */
  | 'web_scraping';

/** The same for programs: help, pages and search. A test keeps both equal. */
export const DOMAIN_MEANINGS: Readonly<Record<ServiceDomain, string>> = {
  business_intelligence: 'Dashboards and reports about business data',
  calendar: 'Calendars, meetings and scheduling',
  cloud_storage: 'Files stored and shared in the cloud',
  code_sandbox: 'Code that runs in a remote sandbox',
  contacts: 'Address books and contact directories',
  crm: 'Customers, deals and sales pipelines',
  customer_support: 'Help desks, tickets and customer service',
  design: 'Interface design and prototyping',
  documents: 'Documents, wikis and knowledge bases',
  ecommerce: 'Online shops, products and orders',
  email: 'Sending, receiving and managing email',
  financial_data: 'Market data, stocks and other financial figures',
  geospatial: 'Maps, routes and geocoding',
  incident_management: 'Incidents, on-call duty and alerting',
  messaging: 'Chat between people, in teams or with customers',
  music_streaming: 'Music streaming and playback',
  observability: 'Logs, metrics and traces of running systems',
  payments: 'Payments, invoices and billing',
  presentations: 'Slides and presentations',
  product_analytics: 'How people use a product: events and funnels',
  project_management: 'Projects, issues and tasks',
  sales_intelligence: 'Data on companies and people for sales teams',
  social_media: 'Public posts in a social feed',
  source_code: 'Repositories, version control and code review',
  spreadsheets: 'Spreadsheets and tables',
  survey: 'Surveys, forms and their answers',
  travel: 'Search and booking of flights, hotels and trips',
  video_conferencing: 'Video meetings and conferences',
  video_hosting: 'Video hosting and streaming',
  web_scraping: 'Crawling and extracting data from web pages',
};

/**
 * Kinds of services known today (vocabulary 2026-07). The list grows several times a year, so an unknown domain is
 * kept and reported as a warning.
 */
export const SERVICE_DOMAINS: readonly string[] = Object.keys(DOMAIN_MEANINGS);

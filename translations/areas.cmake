# Area of the code | its folders and files. Each area has its own AREA_zh_CN.ts, so that two never meet in one file.
set(translation_areas
    "shell|app/main.cpp|app/appcontext.cpp|app/window|widgets/common|services/drafts"
    "setup|widgets/setup|widgets/jobs|services/credentials|app/jobsession.cpp"
    "dryrun|models/dryrun|widgets/dryrun|services/dryrun|services/rehearsal|services/sample|app/cli"
    "forecast|models/accelerator|services/forecast"
    "monitor|widgets/monitor|widgets/runs|services/alerts"
    "job|models/common|models/job|models/preflight|models/platform|services/preflight"
    "platforms|models/run|services/common|services/platforms|services/agent|services/records|services/storage|app/agent"
    "logs|models/metrics|services/logs|services/metricfiles|services/diagnosis"
    "torch|services/torch|app/torch")

# English needs only its plurals: "1 run", "2 runs".
set(plural_folders app widgets services models)
